CREATE TABLE `consent_imports` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`at` integer NOT NULL,
	`import_no` integer NOT NULL,
	`kind` text NOT NULL,
	`sha256` text,
	`size_bytes` integer NOT NULL,
	`rows_read` integer NOT NULL,
	`created` integer NOT NULL,
	`skipped` integer NOT NULL,
	`source` text,
	`by` text NOT NULL,
	`failed` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `consent_imports_no` ON `consent_imports` (`import_no`);--> statement-breakpoint
ALTER TABLE `import_jobs` ADD `sha256` text;--> statement-breakpoint
ALTER TABLE `import_jobs` ADD `import_no` integer;--> statement-breakpoint
ALTER TABLE `consent_history` ADD `import_no` integer;--> statement-breakpoint
-- An entry loses its number when its person is erased, and a restored one is told it.
CREATE TRIGGER `consent_history_no_update` BEFORE UPDATE ON `consent_history` WHEN NOT (
	new.id IS old.id AND new.hash IS old.hash AND new.event IS old.event AND new.source IS old.source AND new.by IS old.by
	AND new.at IS old.at AND new.import_no IS old.import_no
	AND (new.number IS NULL OR old.number IS NULL OR new.number IS old.number)
) BEGIN
	SELECT RAISE(ABORT, 'consent_history is append-only');
END;--> statement-breakpoint
-- The cron deletes entries after their retention of five years (157788000 s).
CREATE TRIGGER `consent_history_no_delete` BEFORE DELETE ON `consent_history` WHEN old.at >= (unixepoch() - 157788000) * 1000 BEGIN
	SELECT RAISE(ABORT, 'consent_history is append-only');
END;--> statement-breakpoint
CREATE TRIGGER `consent_history_no_replace` BEFORE INSERT ON `consent_history` WHEN EXISTS (SELECT 1 FROM consent_history WHERE id = new.id) BEGIN
	SELECT RAISE(ABORT, 'consent_history is append-only');
END;--> statement-breakpoint
CREATE TRIGGER `consent_imports_no_update` BEFORE UPDATE ON `consent_imports` BEGIN
	SELECT RAISE(ABORT, 'consent_imports is append-only');
END;--> statement-breakpoint
CREATE TRIGGER `consent_imports_no_delete` BEFORE DELETE ON `consent_imports` BEGIN
	SELECT RAISE(ABORT, 'consent_imports is append-only');
END;--> statement-breakpoint
CREATE TRIGGER `consent_imports_no_replace` BEFORE INSERT ON `consent_imports` WHEN EXISTS (
	SELECT 1 FROM consent_imports WHERE id = new.id OR import_no = new.import_no
) BEGIN
	SELECT RAISE(ABORT, 'consent_imports is append-only');
END;
