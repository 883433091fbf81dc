CREATE TABLE `withdraw_waits` (
	`withdraw_id` text NOT NULL,
	`step` integer NOT NULL,
	`by` text NOT NULL,
	`at` integer NOT NULL,
	`until` integer NOT NULL,
	`tie` text NOT NULL,
	`objected_at` integer,
	PRIMARY KEY(`withdraw_id`, `step`, `by`)
);
--> statement-breakpoint
-- A wait stays as it was opened, but for its member's one objection.
CREATE TRIGGER `withdraw_waits_no_update` BEFORE UPDATE ON `withdraw_waits` WHEN old.objected_at IS NOT NULL OR new.objected_at IS NULL
	OR new.withdraw_id IS NOT old.withdraw_id OR new.step IS NOT old.step OR new.by IS NOT old.by OR new.at IS NOT old.at
	OR new.until IS NOT old.until OR new.tie IS NOT old.tie BEGIN
	SELECT RAISE(ABORT, 'a wait stays as it was opened');
END;--> statement-breakpoint
CREATE TRIGGER `withdraw_waits_no_delete` BEFORE DELETE ON `withdraw_waits` BEGIN
	SELECT RAISE(ABORT, 'a wait stays as it was opened');
END;
