ALTER TABLE `notice_settings` ADD `wants_recipients` integer;--> statement-breakpoint
CREATE INDEX `notice_settings_recipients` ON `notice_settings` (`wants_recipients`) WHERE wants_recipients is not null;--> statement-breakpoint
ALTER TABLE `users` ADD `email_confirmed_at` integer;