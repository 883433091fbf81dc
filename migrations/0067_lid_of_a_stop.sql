ALTER TABLE `suppressions` ADD `lid_hash` text;--> statement-breakpoint
CREATE INDEX `suppressions_lid` ON `suppressions` (`lid_hash`) WHERE lid_hash is not null;