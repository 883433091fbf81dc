ALTER TABLE `users` ADD `shows_number_at` integer;--> statement-breakpoint
CREATE INDEX `users_shows_number` ON `users` (`shows_number_at`) WHERE shows_number_at is not null;