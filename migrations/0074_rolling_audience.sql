ALTER TABLE `campaigns` ADD `rolling` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `campaigns` ADD `rolled_at` integer;