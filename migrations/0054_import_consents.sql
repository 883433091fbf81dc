CREATE TABLE `consent_ranges` (
	`first_id` integer PRIMARY KEY NOT NULL,
	`last_id` integer NOT NULL,
	`phone_from` integer NOT NULL,
	`import_no` integer NOT NULL,
	`by` text NOT NULL,
	`at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `consent_ranges_phone` ON `consent_ranges` (`phone_from`);--> statement-breakpoint
CREATE TABLE `consents_left` (
	`id` integer PRIMARY KEY NOT NULL,
	`number` text NOT NULL,
	`source` text,
	`by` text NOT NULL,
	`at` integer NOT NULL,
	`import_no` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `consents_left_number` ON `consents_left` (`number`);--> statement-breakpoint
CREATE TRIGGER `consent_ranges_no_update` BEFORE UPDATE ON `consent_ranges` BEGIN
	SELECT RAISE(ABORT, 'consent_ranges is append-only');
END;--> statement-breakpoint
-- The cron deletes them after the retention of the history, five years (157788000 s).
CREATE TRIGGER `consent_ranges_no_delete` BEFORE DELETE ON `consent_ranges` WHEN old.at >= (unixepoch() - 157788000) * 1000 BEGIN
	SELECT RAISE(ABORT, 'consent_ranges is append-only');
END;--> statement-breakpoint
CREATE TRIGGER `consent_ranges_no_replace` BEFORE INSERT ON `consent_ranges` WHEN EXISTS (
	SELECT 1 FROM consent_ranges WHERE first_id = new.first_id OR phone_from = new.phone_from
) BEGIN
	SELECT RAISE(ABORT, 'consent_ranges is append-only');
END;--> statement-breakpoint
-- Whatever takes an imported consent away, of whichever version: what it said stays. Its hash comes from the Worker, SQLite cannot make it.
CREATE TRIGGER `phone_numbers_consent_gone` AFTER DELETE ON `phone_numbers` WHEN old.consent_at IS NOT NULL BEGIN
	INSERT INTO consents_left (id, number, source, "by", at, import_no)
	SELECT r.first_id + old.id - r.phone_from, old.number, old.consent_source, r."by", r.at, r.import_no
	FROM consent_ranges r
	WHERE r.phone_from = (SELECT phone_from FROM consent_ranges WHERE phone_from <= old.id ORDER BY phone_from DESC LIMIT 1)
		AND old.id - r.phone_from <= r.last_id - r.first_id
		AND old.consent_at = r.at
		AND NOT EXISTS (SELECT 1 FROM consent_history WHERE id = r.first_id + old.id - r.phone_from)
		AND NOT EXISTS (SELECT 1 FROM consents_left WHERE id = r.first_id + old.id - r.phone_from);
END;--> statement-breakpoint
CREATE TRIGGER `phone_numbers_consent_changed` AFTER UPDATE OF id, number, consent_source, consent_at ON `phone_numbers` WHEN old.consent_at IS NOT NULL AND (
	new.id <> old.id OR new.number <> old.number OR new.consent_source IS NOT old.consent_source OR new.consent_at IS NOT old.consent_at
) BEGIN
	INSERT INTO consents_left (id, number, source, "by", at, import_no)
	SELECT r.first_id + old.id - r.phone_from, old.number, old.consent_source, r."by", r.at, r.import_no
	FROM consent_ranges r
	WHERE r.phone_from = (SELECT phone_from FROM consent_ranges WHERE phone_from <= old.id ORDER BY phone_from DESC LIMIT 1)
		AND old.id - r.phone_from <= r.last_id - r.first_id
		AND old.consent_at = r.at
		AND NOT EXISTS (SELECT 1 FROM consent_history WHERE id = r.first_id + old.id - r.phone_from)
		AND NOT EXISTS (SELECT 1 FROM consents_left WHERE id = r.first_id + old.id - r.phone_from);
END;
