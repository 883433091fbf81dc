ALTER TABLE `campaign_hours` ADD `delivered` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `campaign_hours` ADD `read` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `campaign_hours` ADD `answered` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `campaigns` ADD `why_at` integer;--> statement-breakpoint
ALTER TABLE `campaigns` ADD `delivered` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `campaigns` ADD `read` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `campaigns` ADD `answered` integer DEFAULT 0 NOT NULL;