CREATE TABLE `notes` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` text,
	`number_id` integer,
	`by` text NOT NULL,
	`at` integer NOT NULL,
	`text` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `notes_user` ON `notes` (`user_id`,`id`) WHERE user_id is not null;--> statement-breakpoint
CREATE INDEX `notes_number` ON `notes` (`number_id`,`id`) WHERE number_id is not null;--> statement-breakpoint
-- Whatever deletes a recipient's row or puts another number into it, of whichever version: what was written down about its person goes.
CREATE TRIGGER `phone_numbers_notes_gone` AFTER DELETE ON `phone_numbers` BEGIN
	DELETE FROM notes WHERE number_id = old.id;
END;--> statement-breakpoint
CREATE TRIGGER `phone_numbers_notes_other` AFTER UPDATE OF `number` ON `phone_numbers` WHEN new.number <> old.number BEGIN
	DELETE FROM notes WHERE number_id = old.id;
END;
