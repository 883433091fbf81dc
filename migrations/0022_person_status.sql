ALTER TABLE `users` ADD `status` text DEFAULT 'active' NOT NULL;--> statement-breakpoint
ALTER TABLE `users` ADD `status_reason` text;--> statement-breakpoint
ALTER TABLE `users` ADD `status_by` text;--> statement-breakpoint
ALTER TABLE `users` ADD `status_at` integer;--> statement-breakpoint
ALTER TABLE `users` ADD `status_version` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX `users_stopped` ON `users` (`role`,`status`,`created_at`,`id`) WHERE status <> 'active';--> statement-breakpoint
CREATE INDEX `users_status_at` ON `users` (`status_at`) WHERE status_at is not null;