ALTER TABLE `whatsapp` ADD `nickname` text;--> statement-breakpoint
ALTER TABLE `whatsapp` ADD `sent_day` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `whatsapp` ADD `sent_today` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
-- Words of the names that owners gave. Written by hand: drizzle-kit knows no virtual tables. Rows without such a name are not in it.
CREATE VIRTUAL TABLE `account_nicknames` USING fts5(nickname, content='whatsapp', content_rowid='rowid', tokenize='unicode61 remove_diacritics 2', detail='none', columnsize=0, prefix='1 2 3 4 5 6 7 8');
--> statement-breakpoint
CREATE TRIGGER `account_nicknames_insert` AFTER INSERT ON `whatsapp` WHEN new.nickname IS NOT NULL BEGIN
  INSERT INTO account_nicknames (rowid, nickname) VALUES (new.rowid, new.nickname);
END;
--> statement-breakpoint
CREATE TRIGGER `account_nicknames_delete` AFTER DELETE ON `whatsapp` WHEN old.nickname IS NOT NULL BEGIN
  INSERT INTO account_nicknames (account_nicknames, rowid, nickname) VALUES ('delete', old.rowid, old.nickname);
END;
--> statement-breakpoint
CREATE TRIGGER `account_nicknames_forget` AFTER UPDATE OF nickname ON `whatsapp` WHEN old.nickname IS NOT NULL AND old.nickname IS NOT new.nickname BEGIN
  INSERT INTO account_nicknames (account_nicknames, rowid, nickname) VALUES ('delete', old.rowid, old.nickname);
END;
--> statement-breakpoint
CREATE TRIGGER `account_nicknames_learn` AFTER UPDATE OF nickname ON `whatsapp` WHEN new.nickname IS NOT NULL AND old.nickname IS NOT new.nickname BEGIN
  INSERT INTO account_nicknames (rowid, nickname) VALUES (new.rowid, new.nickname);
END;
