ALTER TABLE `notice_settings` ADD `campaign_mail` integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE `campaigns` ADD `copied_from` integer;--> statement-breakpoint
ALTER TABLE `campaigns` ADD `launched_by` text;--> statement-breakpoint
ALTER TABLE `campaigns` ADD `told_at` integer;--> statement-breakpoint
CREATE INDEX `campaigns_untold` ON `campaigns` (`id`) WHERE launched_by is not null and told_at is null;