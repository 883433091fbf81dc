CREATE TABLE `audit_log` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`at` integer NOT NULL,
	`actor_id` text NOT NULL,
	`actor_role` text NOT NULL,
	`action` text NOT NULL,
	`target` text NOT NULL,
	`before` text,
	`after` text,
	`request_id` text
);
--> statement-breakpoint
CREATE INDEX `audit_actor` ON `audit_log` (`actor_id`,`id`);--> statement-breakpoint
CREATE INDEX `audit_action` ON `audit_log` (`action`,`id`);--> statement-breakpoint
CREATE INDEX `audit_target` ON `audit_log` (`target`,`id`);--> statement-breakpoint
CREATE TABLE `password_resets` (
	`token_hash` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`expires_at` integer NOT NULL,
	`used_at` integer
);
--> statement-breakpoint
CREATE INDEX `password_resets_user` ON `password_resets` (`user_id`);--> statement-breakpoint
CREATE TABLE `sessions` (
	`token_hash` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `sessions_user` ON `sessions` (`user_id`);--> statement-breakpoint
CREATE INDEX `sessions_expiry` ON `sessions` (`expires_at`);--> statement-breakpoint
CREATE TABLE `sign_in_failures` (
	`window` integer NOT NULL,
	`address` text NOT NULL,
	`email` text NOT NULL,
	`count` integer NOT NULL,
	PRIMARY KEY(`email`, `window`, `address`)
);
--> statement-breakpoint
CREATE INDEX `sign_in_failures_address` ON `sign_in_failures` (`address`,`window`);--> statement-breakpoint
CREATE TABLE `bonuses` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`admin_id` text NOT NULL,
	`nominal` integer NOT NULL,
	`reason` text NOT NULL,
	`created_at` integer NOT NULL,
	`deleted_at` integer
);
--> statement-breakpoint
CREATE INDEX `bonuses_user` ON `bonuses` (`user_id`,`created_at`,`id`) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX `bonuses_created` ON `bonuses` (`created_at`,`id`) WHERE deleted_at is null;--> statement-breakpoint
CREATE TABLE `import_jobs` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`status` text NOT NULL,
	`file_key` text NOT NULL,
	`file_name` text NOT NULL,
	`format` text NOT NULL,
	`size_bytes` integer NOT NULL,
	`head` text NOT NULL,
	`consent_source` text,
	`by` text NOT NULL,
	`cursor_bytes` integer NOT NULL,
	`rows_read` integer DEFAULT 0 NOT NULL,
	`created` integer DEFAULT 0 NOT NULL,
	`skipped` integer DEFAULT 0 NOT NULL,
	`error` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `import_jobs_status` ON `import_jobs` (`status`,`updated_at`);--> statement-breakpoint
CREATE TABLE `import_skips` (
	`job_id` text NOT NULL,
	`row` integer NOT NULL,
	`value` text NOT NULL,
	`name` text DEFAULT '' NOT NULL,
	`reason` text NOT NULL,
	PRIMARY KEY(`job_id`, `row`)
);
--> statement-breakpoint
CREATE INDEX `import_skips_value` ON `import_skips` (`value`);--> statement-breakpoint
CREATE TABLE `balances` (
	`user_id` text PRIMARY KEY NOT NULL,
	`balance_sen` integer NOT NULL,
	`bonus_sen` integer DEFAULT 0 NOT NULL,
	`referral_sen` integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE `ledger` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` text NOT NULL,
	`kind` text NOT NULL,
	`amount_sen` integer NOT NULL,
	`ref` text NOT NULL,
	`at` integer NOT NULL,
	`demo` integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `ledger_ref` ON `ledger` (`ref`);--> statement-breakpoint
CREATE INDEX `ledger_user` ON `ledger` (`user_id`,`id`);--> statement-breakpoint
CREATE TABLE `settlements` (
	`account_id` text NOT NULL,
	`sequence` integer NOT NULL,
	`user_id` text NOT NULL,
	`referrer_id` text,
	`referral_percent` integer DEFAULT 0 NOT NULL,
	`at` integer NOT NULL,
	PRIMARY KEY(`account_id`, `sequence`)
);
--> statement-breakpoint
CREATE TABLE `levels` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`blast_fee` integer NOT NULL,
	`requirement_blast` integer NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `levels_requirement` ON `levels` (`requirement_blast`);--> statement-breakpoint
CREATE TABLE `request_counts` (
	`key` text NOT NULL,
	`window` integer NOT NULL,
	`count` integer NOT NULL,
	PRIMARY KEY(`key`, `window`)
);
--> statement-breakpoint
CREATE TABLE `users` (
	`id` text PRIMARY KEY NOT NULL,
	`firstname` text NOT NULL,
	`lastname` text NOT NULL,
	`email` text NOT NULL,
	`password_hash` text NOT NULL,
	`role` text NOT NULL,
	`level_id` text NOT NULL,
	`blast_fee` integer,
	`blast_interval_min` integer NOT NULL,
	`blast_interval_max` integer NOT NULL,
	`account_name` text DEFAULT '' NOT NULL,
	`account_bank` text DEFAULT '' NOT NULL,
	`account_number` text DEFAULT '' NOT NULL,
	`referral_code` text NOT NULL,
	`referrer_id` text,
	`lifetime_success` integer DEFAULT 0 NOT NULL,
	`lifetime_fail` integer DEFAULT 0 NOT NULL,
	`referral_given_sen` integer DEFAULT 0 NOT NULL,
	`link_consent_version` text,
	`link_consent_at` integer,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `users_email` ON `users` (`email`);--> statement-breakpoint
CREATE UNIQUE INDEX `users_referral_code` ON `users` (`referral_code`);--> statement-breakpoint
CREATE INDEX `users_referrer` ON `users` (`referrer_id`,`created_at`,`id`) WHERE referrer_id is not null;--> statement-breakpoint
CREATE INDEX `users_referred` ON `users` (`created_at`,`id`) WHERE referrer_id is not null;--> statement-breakpoint
CREATE INDEX `users_created` ON `users` (`role`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `users_level` ON `users` (`level_id`);--> statement-breakpoint
CREATE TABLE `number_checks` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`user_id` text NOT NULL,
	`whatsapp_id` text NOT NULL,
	`start_number` text,
	`end_number` text,
	`file_name` text,
	`file_key` text,
	`total` integer NOT NULL,
	`cursor` integer DEFAULT 0 NOT NULL,
	`current_number` text,
	`count_success` integer DEFAULT 0 NOT NULL,
	`count_fail` integer DEFAULT 0 NOT NULL,
	`status` text DEFAULT 'idle' NOT NULL,
	`phase` text DEFAULT 'idle' NOT NULL,
	`error` text,
	`b_insert` integer DEFAULT 0 NOT NULL,
	`listed_to` integer DEFAULT 0 NOT NULL,
	`listed` integer DEFAULT 0 NOT NULL,
	`list_duplicates` integer DEFAULT 0 NOT NULL,
	`list_suppressed` integer DEFAULT 0 NOT NULL,
	`interval_min` integer NOT NULL,
	`interval_max` integer NOT NULL,
	`version` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `number_checks_user` ON `number_checks` (`kind`,`user_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `number_checks_kind` ON `number_checks` (`kind`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `number_checks_account` ON `number_checks` (`whatsapp_id`);--> statement-breakpoint
CREATE INDEX `number_checks_running` ON `number_checks` (`status`) WHERE status = 'sending';--> statement-breakpoint
CREATE TABLE `phone_numbers` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`number` text NOT NULL,
	`name` text NOT NULL,
	`status` text NOT NULL,
	`suppressed` integer DEFAULT 0 NOT NULL,
	`in_use` integer DEFAULT 0 NOT NULL,
	`in_use_by` text,
	`count_success` integer DEFAULT 0 NOT NULL,
	`count_fail` integer DEFAULT 0 NOT NULL,
	`last_sent` integer,
	`last_attempt_at` integer DEFAULT 0 NOT NULL,
	`not_registered_count` integer DEFAULT 0 NOT NULL,
	`consent_source` text,
	`consent_at` integer,
	`consent_by` text,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `phone_numbers_number` ON `phone_numbers` (`number`);--> statement-breakpoint
CREATE INDEX `phone_numbers_claim` ON `phone_numbers` (`last_attempt_at`,`id`) WHERE status = 'active' and suppressed = 0 and in_use = 0 and consent_at is not null;--> statement-breakpoint
CREATE INDEX `phone_numbers_created` ON `phone_numbers` (`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `phone_numbers_leased` ON `phone_numbers` (`in_use_by`) WHERE in_use = 1;--> statement-breakpoint
CREATE TABLE `proxies` (
	`id` text PRIMARY KEY NOT NULL,
	`value` text NOT NULL,
	`status` text NOT NULL,
	`count_use` integer DEFAULT 0 NOT NULL,
	`leased_by` text,
	`failed_probes` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `proxies_value` ON `proxies` (`value`);--> statement-breakpoint
CREATE INDEX `proxies_free` ON `proxies` (`status`,`count_use`,`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `proxies_leased` ON `proxies` (`leased_by`);--> statement-breakpoint
CREATE INDEX `proxies_created` ON `proxies` (`created_at`,`id`);--> statement-breakpoint
CREATE TABLE `settings` (
	`key` text PRIMARY KEY NOT NULL,
	`value` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `counters` (
	`name` text PRIMARY KEY NOT NULL,
	`value` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `daily_stats` (
	`user_id` text NOT NULL,
	`day` text NOT NULL,
	`success` integer DEFAULT 0 NOT NULL,
	`fail` integer DEFAULT 0 NOT NULL,
	`income_sen` integer DEFAULT 0 NOT NULL,
	`referral_sen` integer DEFAULT 0 NOT NULL,
	`demo` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`user_id`, `day`)
);
--> statement-breakpoint
CREATE TABLE `consent_history` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`hash` text NOT NULL,
	`number` text,
	`event` text NOT NULL,
	`source` text,
	`by` text,
	`at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `consent_history_hash` ON `consent_history` (`hash`,`id`);--> statement-breakpoint
CREATE TABLE `suppressions` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`hash` text NOT NULL,
	`number` text,
	`lid` text,
	`via` text NOT NULL,
	`by` text,
	`reason` text,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `suppressions_hash` ON `suppressions` (`hash`);--> statement-breakpoint
CREATE INDEX `suppressions_number` ON `suppressions` (`number`);--> statement-breakpoint
CREATE INDEX `suppressions_created` ON `suppressions` (`created_at`);--> statement-breakpoint
CREATE TABLE `templates` (
	`id` text PRIMARY KEY NOT NULL,
	`media_key` text,
	`media_type` text,
	`media_name` text,
	`text` text NOT NULL,
	`text_wa` text NOT NULL,
	`button` text NOT NULL,
	`status` text NOT NULL,
	`count_use` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `templates_active` ON `templates` (`status`,`count_use`,`id`);--> statement-breakpoint
CREATE INDEX `templates_created` ON `templates` (`created_at`,`id`);--> statement-breakpoint
CREATE TABLE `client_aliases` (
	`clientid` text PRIMARY KEY NOT NULL,
	`account_id` text NOT NULL,
	`user_id` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `client_aliases_account` ON `client_aliases` (`account_id`);--> statement-breakpoint
CREATE TABLE `whatsapp` (
	`id` text PRIMARY KEY NOT NULL,
	`clientid` text NOT NULL,
	`user_id` text NOT NULL,
	`purpose` text NOT NULL,
	`phonenumber` text,
	`pushname` text,
	`proxy_id` text,
	`state` text NOT NULL,
	`status` text NOT NULL,
	`count_success` integer DEFAULT 0 NOT NULL,
	`count_fail` integer DEFAULT 0 NOT NULL,
	`income_sen` integer DEFAULT 0 NOT NULL,
	`suspended_count` integer DEFAULT 0 NOT NULL,
	`restricted_until` integer,
	`version` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	`removed_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `whatsapp_number` ON `whatsapp` (`phonenumber`) WHERE removed_at is null and phonenumber is not null;--> statement-breakpoint
CREATE INDEX `whatsapp_user` ON `whatsapp` (`user_id`,`created_at`,`id`) WHERE removed_at is null;--> statement-breakpoint
CREATE INDEX `whatsapp_list` ON `whatsapp` (`created_at`,`id`) WHERE removed_at is null;--> statement-breakpoint
CREATE INDEX `whatsapp_clientid` ON `whatsapp` (`clientid`) WHERE removed_at is null;--> statement-breakpoint
CREATE INDEX `whatsapp_state` ON `whatsapp` (`state`) WHERE removed_at is null;--> statement-breakpoint
CREATE INDEX `whatsapp_sending` ON `whatsapp` (`status`) WHERE status = 'sending';--> statement-breakpoint
CREATE TABLE `withdraw_steps` (
	`withdraw_id` text NOT NULL,
	`step` integer NOT NULL,
	`from_status` text NOT NULL,
	`to_status` text NOT NULL,
	`by` text NOT NULL,
	`at` integer NOT NULL,
	PRIMARY KEY(`withdraw_id`, `step`)
);
--> statement-breakpoint
CREATE TABLE `withdraws` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`nominal` integer NOT NULL,
	`status` text NOT NULL,
	`account_name` text NOT NULL,
	`account_bank` text NOT NULL,
	`account_number` text NOT NULL,
	`step` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	`decided_at` integer,
	`decided_by` text
);
--> statement-breakpoint
CREATE INDEX `withdraws_user` ON `withdraws` (`user_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `withdraws_created` ON `withdraws` (`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `withdraws_status` ON `withdraws` (`status`,`decided_at`);