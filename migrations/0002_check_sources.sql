ALTER TABLE `number_checks` ADD `file_bytes` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `number_checks` ADD `file_head` text;--> statement-breakpoint
ALTER TABLE `number_checks` ADD `source` text DEFAULT 'ready' NOT NULL;--> statement-breakpoint
ALTER TABLE `number_checks` ADD `read_bytes` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `number_checks` ADD `read_rows` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX `number_checks_reading` ON `number_checks` (`updated_at`) WHERE source = 'reading';--> statement-breakpoint
CREATE INDEX `number_checks_start` ON `number_checks` (`start_number`) WHERE start_number is not null;--> statement-breakpoint
CREATE INDEX `number_checks_file` ON `number_checks` (file_name collate nocase) WHERE file_name is not null;