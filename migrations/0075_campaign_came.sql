ALTER TABLE `campaign_people` ADD `came` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `campaigns` ADD `came_known` integer DEFAULT 0 NOT NULL;