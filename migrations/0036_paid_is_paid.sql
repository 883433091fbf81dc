CREATE TABLE `withdraw_proofs` (
	`withdraw_id` text NOT NULL,
	`n` integer NOT NULL,
	`kind` text NOT NULL,
	`key` text NOT NULL,
	`by` text NOT NULL,
	`at` integer NOT NULL,
	PRIMARY KEY(`withdraw_id`, `n`)
);
--> statement-breakpoint
ALTER TABLE `payout_batches` ADD `fetched_at` integer;--> statement-breakpoint
ALTER TABLE `withdraw_steps` ADD `payment` text;--> statement-breakpoint
ALTER TABLE `withdraw_steps` ADD `reference` text;--> statement-breakpoint
CREATE INDEX `withdraw_steps_payment` ON `withdraw_steps` (`payment`,`withdraw_id`) WHERE payment in ('ordered', 'returned');--> statement-breakpoint
ALTER TABLE `withdraws` ADD `payment` text;--> statement-breakpoint
CREATE INDEX `withdraws_ordered` ON `withdraws` (`decided_at`) WHERE payment = 'ordered';--> statement-breakpoint
-- What the bank has is undone as returned by the bank and in no other way, whoever writes (rule paid-is-paid).
CREATE TRIGGER `withdraws_paid_is_paid` BEFORE UPDATE OF status, payment ON `withdraws` WHEN new.status IS NOT NULL AND NOT (
	(new.payment IS old.payment AND (old.payment IS NULL OR old.payment IS 'returned' OR new.status IS 'accepted'))
	OR (new.payment IS 'ordered' AND old.payment IS NULL AND new.status IS 'accepted')
	OR (new.payment IS 'paid' AND old.payment IS 'ordered' AND new.status IS 'accepted')
	OR (new.payment IS 'returned' AND (old.payment IS 'ordered' OR old.payment IS 'paid') AND new.status IS 'rejected')
	OR (new.payment IS NULL AND old.payment IS 'returned')
) BEGIN
	SELECT RAISE(ABORT, 'what is ordered is undone as returned by the bank alone');
END;--> statement-breakpoint
-- The version before opens a rejected request again without a word about its payment.
CREATE TRIGGER `withdraws_returned_again` AFTER UPDATE OF status ON `withdraws` WHEN new.payment = 'returned' AND new.status <> 'rejected' BEGIN
	UPDATE withdraws SET payment = NULL WHERE id = new.id;
END;--> statement-breakpoint
-- The version before does not know the kind: it would close the question and return nothing.
CREATE TRIGGER `approvals_return` BEFORE UPDATE OF status ON `approvals` WHEN new.kind = 'return' AND new.status = 'approved'
	AND NOT EXISTS (SELECT 1 FROM withdraws WHERE id = new.subject AND payment = 'returned') BEGIN
	SELECT RAISE(ABORT, 'a return is approved with the return itself');
END;--> statement-breakpoint
CREATE TRIGGER `withdraw_proofs_no_update` BEFORE UPDATE ON `withdraw_proofs` BEGIN
	SELECT RAISE(ABORT, 'withdraw_proofs is append-only');
END;--> statement-breakpoint
CREATE TRIGGER `withdraw_proofs_no_delete` BEFORE DELETE ON `withdraw_proofs` BEGIN
	SELECT RAISE(ABORT, 'withdraw_proofs is append-only');
END;
