CREATE TABLE `record_days` (
	`day` text PRIMARY KEY NOT NULL,
	`previous` text NOT NULL,
	`head` text NOT NULL,
	`parts` text NOT NULL,
	`stored_at` integer
);
--> statement-breakpoint
ALTER TABLE `audit_log` ADD `salt` text;--> statement-breakpoint
ALTER TABLE `audit_log` ADD `digest` text;--> statement-breakpoint
-- An entry changes thrice at most: it loses a LID that an older version wrote, is given its digest, and loses what it says of an
-- erased person.
CREATE TRIGGER `audit_log_no_update` BEFORE UPDATE ON `audit_log` WHEN NOT (
	new.id IS old.id AND new.at IS old.at AND new.actor_id IS old.actor_id AND new.actor_role IS old.actor_role
	AND new.action IS old.action AND new.request_id IS old.request_id
	AND (
		(old.digest IS NULL AND new.digest IS NOT NULL AND new.salt IS NOT NULL
			AND new.target IS old.target AND new.before IS old.before AND new.after IS old.after)
		OR (old.digest IS NULL AND new.digest IS NULL AND new.salt IS NULL
			AND new.target IS old.target AND new.before IS json_remove(old.before, '$.lid') AND new.after IS old.after)
		OR (new.digest IS old.digest AND new.salt IS NULL AND new.before IS NULL AND new.after IS NULL)
	)
) BEGIN
	SELECT RAISE(ABORT, 'audit_log is append-only');
END;--> statement-breakpoint
-- The cron deletes entries after their retention of five years (157788000 s).
CREATE TRIGGER `audit_log_no_delete` BEFORE DELETE ON `audit_log` WHEN old.at >= (unixepoch() - 157788000) * 1000 BEGIN
	SELECT RAISE(ABORT, 'audit_log is append-only');
END;--> statement-breakpoint
CREATE TRIGGER `ledger_no_update` BEFORE UPDATE ON `ledger` BEGIN
	SELECT RAISE(ABORT, 'ledger is append-only');
END;--> statement-breakpoint
CREATE TRIGGER `ledger_no_delete` BEFORE DELETE ON `ledger` BEGIN
	SELECT RAISE(ABORT, 'ledger is append-only');
END;--> statement-breakpoint
-- `insert or replace` removes rows without a trigger for deletes. The words are those of the unique index, which writers wait for.
CREATE TRIGGER `ledger_no_replace` BEFORE INSERT ON `ledger` WHEN EXISTS (SELECT 1 FROM ledger WHERE id = new.id OR ref = new.ref) BEGIN
	SELECT RAISE(ABORT, 'UNIQUE constraint failed: ledger.ref');
END;--> statement-breakpoint
CREATE TRIGGER `audit_log_no_replace` BEFORE INSERT ON `audit_log` WHEN EXISTS (SELECT 1 FROM audit_log WHERE id = new.id) BEGIN
	SELECT RAISE(ABORT, 'audit_log is append-only');
END;--> statement-breakpoint
CREATE TRIGGER `record_days_no_update` BEFORE UPDATE ON `record_days` WHEN NOT (
	new.day IS old.day AND new.previous IS old.previous AND new.head IS old.head AND new.parts IS old.parts
	AND old.stored_at IS NULL
) BEGIN
	SELECT RAISE(ABORT, 'record_days is append-only');
END;--> statement-breakpoint
CREATE TRIGGER `record_days_no_delete` BEFORE DELETE ON `record_days` BEGIN
	SELECT RAISE(ABORT, 'record_days is append-only');
END;
