CREATE TABLE `day_decisions` (
	`kind` text NOT NULL,
	`subject` text NOT NULL,
	`beneficiary_id` text NOT NULL,
	`decided_by` text NOT NULL,
	`alone` integer NOT NULL,
	`amount` integer NOT NULL,
	`at` integer NOT NULL,
	PRIMARY KEY(`kind`, `subject`)
);
--> statement-breakpoint
CREATE INDEX `day_decisions_beneficiary` ON `day_decisions` (`beneficiary_id`,`at`);--> statement-breakpoint
CREATE INDEX `day_decisions_decider` ON `day_decisions` (`decided_by`,`at`);--> statement-breakpoint
CREATE INDEX `day_decisions_at` ON `day_decisions` (`at`);