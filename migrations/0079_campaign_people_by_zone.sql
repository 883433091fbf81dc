ALTER TABLE `campaigns` ADD `people_wita` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `campaigns` ADD `people_wit` integer DEFAULT 0 NOT NULL;