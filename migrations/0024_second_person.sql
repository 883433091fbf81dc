CREATE TABLE `approvals` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`subject` text NOT NULL,
	`beneficiary_id` text,
	`amount` integer NOT NULL,
	`payload` text NOT NULL,
	`asked_by` text NOT NULL,
	`asked_at` integer NOT NULL,
	`status` text NOT NULL,
	`decided_by` text,
	`decided_at` integer,
	`reason` text
);
--> statement-breakpoint
CREATE UNIQUE INDEX `approvals_waiting` ON `approvals` (`kind`,`subject`) WHERE status = 'waiting';--> statement-breakpoint
CREATE INDEX `approvals_status` ON `approvals` (`status`,`asked_at`,`id`);--> statement-breakpoint
CREATE INDEX `approvals_asked` ON `approvals` (`asked_at`,`id`);--> statement-breakpoint
CREATE TABLE `payout_batches` (
	`id` text PRIMARY KEY NOT NULL,
	`number` integer NOT NULL,
	`status` text NOT NULL,
	`count` integer NOT NULL,
	`total` integer NOT NULL,
	`accepted` integer DEFAULT 0 NOT NULL,
	`returned` integer DEFAULT 0 NOT NULL,
	`needs_second` integer NOT NULL,
	`approved_by` text,
	`approved_at` integer,
	`created_by` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `payout_batches_number` ON `payout_batches` (`number`);--> statement-breakpoint
CREATE INDEX `payout_batches_created` ON `payout_batches` (`created_at`,`id`);--> statement-breakpoint
CREATE TABLE `payout_lines` (
	`batch_id` text NOT NULL,
	`withdraw_id` text NOT NULL,
	`position` integer NOT NULL,
	`reference` text NOT NULL,
	`status` text NOT NULL,
	`reason` text,
	`decided_at` integer,
	PRIMARY KEY(`batch_id`, `withdraw_id`)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `payout_lines_reference` ON `payout_lines` (`reference`);--> statement-breakpoint
ALTER TABLE `withdraws` ADD `payout_id` text;--> statement-breakpoint
ALTER TABLE `withdraws` ADD `proof_key` text;