DROP INDEX `users_shows_number`;--> statement-breakpoint
CREATE INDEX `users_shows_number` ON `users` (`id`) WHERE shows_number_at is not null;