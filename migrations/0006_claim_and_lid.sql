ALTER TABLE `phone_numbers` ADD `in_use_claim` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `phone_numbers` ADD `lid_hash` text;--> statement-breakpoint
CREATE INDEX `phone_numbers_lid` ON `phone_numbers` (`lid_hash`) WHERE lid_hash is not null;