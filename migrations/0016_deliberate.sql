CREATE TABLE `sending_pause` (
	`id` integer PRIMARY KEY NOT NULL,
	`version` integer NOT NULL,
	`reason` text,
	`by_id` text NOT NULL,
	`by_name` text NOT NULL,
	`at` integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE `templates` ADD `name` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `templates` ADD `count_success` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `templates` ADD `count_fail` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `templates` ADD `count_stop` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `whatsapp` ADD `held` text;--> statement-breakpoint
CREATE INDEX `whatsapp_held` ON `whatsapp` (`phonenumber`) WHERE held is not null;