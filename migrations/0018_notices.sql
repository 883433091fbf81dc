CREATE TABLE `notice_pushes` (
	`notice_id` integer NOT NULL,
	`subscription_id` integer NOT NULL,
	`tries` integer DEFAULT 0 NOT NULL,
	`due_at` integer,
	PRIMARY KEY(`notice_id`, `subscription_id`)
);
--> statement-breakpoint
CREATE INDEX `notice_pushes_due` ON `notice_pushes` (`due_at`) WHERE due_at is not null;--> statement-breakpoint
CREATE TABLE `notice_settings` (
	`user_id` text PRIMARY KEY NOT NULL,
	`choices` text NOT NULL,
	`details` integer DEFAULT 0 NOT NULL,
	`digest` integer DEFAULT 0 NOT NULL,
	`digest_day` text DEFAULT '' NOT NULL,
	`digest_up_to` integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE INDEX `notice_settings_digest` ON `notice_settings` (`digest_day`) WHERE digest = 1;--> statement-breakpoint
CREATE TABLE `notices` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` text NOT NULL,
	`ref` text NOT NULL,
	`kind` text NOT NULL,
	`data` text NOT NULL,
	`shown` integer NOT NULL,
	`created_at` integer NOT NULL,
	`read_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `notices_ref` ON `notices` (`ref`,`user_id`);--> statement-breakpoint
CREATE INDEX `notices_user` ON `notices` (`user_id`,`id`);--> statement-breakpoint
CREATE INDEX `notices_unread` ON `notices` (`user_id`,`id`) WHERE read_at is null and shown = 1;--> statement-breakpoint
CREATE TABLE `push_subscriptions` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` text NOT NULL,
	`session_hash` text NOT NULL,
	`endpoint` text NOT NULL,
	`p256dh` text NOT NULL,
	`auth` text NOT NULL,
	`kid` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `push_subscriptions_endpoint` ON `push_subscriptions` (`endpoint`);--> statement-breakpoint
CREATE INDEX `push_subscriptions_user` ON `push_subscriptions` (`user_id`,`id`);--> statement-breakpoint
CREATE INDEX `push_subscriptions_session` ON `push_subscriptions` (`session_hash`);