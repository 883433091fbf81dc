-- Full text search on names, and totals of lists kept by triggers: drizzle knows neither (rule paging).
CREATE VIRTUAL TABLE `member_names` USING fts5(firstname, lastname, content='users', content_rowid='rowid', tokenize='unicode61 remove_diacritics 2', detail='none', columnsize=0);
--> statement-breakpoint
CREATE TRIGGER `member_names_insert` AFTER INSERT ON `users` BEGIN
  INSERT INTO member_names (rowid, firstname, lastname) VALUES (new.rowid, new.firstname, new.lastname);
END;
--> statement-breakpoint
CREATE TRIGGER `member_names_delete` AFTER DELETE ON `users` BEGIN
  INSERT INTO member_names (member_names, rowid, firstname, lastname) VALUES ('delete', old.rowid, old.firstname, old.lastname);
END;
--> statement-breakpoint
CREATE TRIGGER `member_names_update` AFTER UPDATE OF firstname, lastname ON `users` WHEN old.firstname IS NOT new.firstname OR old.lastname IS NOT new.lastname BEGIN
  INSERT INTO member_names (member_names, rowid, firstname, lastname) VALUES ('delete', old.rowid, old.firstname, old.lastname);
  INSERT INTO member_names (rowid, firstname, lastname) VALUES (new.rowid, new.firstname, new.lastname);
END;
--> statement-breakpoint
CREATE VIRTUAL TABLE `phone_names` USING fts5(name, content='phone_numbers', content_rowid='id', tokenize='unicode61 remove_diacritics 2', detail='none', columnsize=0);
--> statement-breakpoint
CREATE TRIGGER `phone_names_insert` AFTER INSERT ON `phone_numbers` BEGIN
  INSERT INTO phone_names (rowid, name) VALUES (new.id, new.name);
END;
--> statement-breakpoint
CREATE TRIGGER `phone_names_delete` AFTER DELETE ON `phone_numbers` BEGIN
  INSERT INTO phone_names (phone_names, rowid, name) VALUES ('delete', old.id, old.name);
END;
--> statement-breakpoint
CREATE TRIGGER `phone_names_update` AFTER UPDATE OF name ON `phone_numbers` WHEN old.name IS NOT new.name BEGIN
  INSERT INTO phone_names (phone_names, rowid, name) VALUES ('delete', old.id, old.name);
  INSERT INTO phone_names (rowid, name) VALUES (new.id, new.name);
END;
--> statement-breakpoint
CREATE VIRTUAL TABLE `account_names` USING fts5(pushname, content='whatsapp', content_rowid='rowid', tokenize='unicode61 remove_diacritics 2', detail='none', columnsize=0);
--> statement-breakpoint
CREATE TRIGGER `account_names_insert` AFTER INSERT ON `whatsapp` BEGIN
  INSERT INTO account_names (rowid, pushname) VALUES (new.rowid, new.pushname);
END;
--> statement-breakpoint
CREATE TRIGGER `account_names_delete` AFTER DELETE ON `whatsapp` BEGIN
  INSERT INTO account_names (account_names, rowid, pushname) VALUES ('delete', old.rowid, old.pushname);
END;
--> statement-breakpoint
CREATE TRIGGER `account_names_update` AFTER UPDATE OF pushname ON `whatsapp` WHEN old.pushname IS NOT new.pushname BEGIN
  INSERT INTO account_names (account_names, rowid, pushname) VALUES ('delete', old.rowid, old.pushname);
  INSERT INTO account_names (rowid, pushname) VALUES (new.rowid, new.pushname);
END;
--> statement-breakpoint
CREATE TRIGGER `suppressions_count_insert` AFTER INSERT ON `suppressions` BEGIN
  INSERT INTO counters (name, value) VALUES ('suppressions.total', 1) ON CONFLICT (name) DO UPDATE SET value = value + 1;
END;
--> statement-breakpoint
CREATE TRIGGER `suppressions_count_delete` AFTER DELETE ON `suppressions` BEGIN
  INSERT INTO counters (name, value) VALUES ('suppressions.total', -1) ON CONFLICT (name) DO UPDATE SET value = value + -1;
END;
--> statement-breakpoint
CREATE TRIGGER `withdraws_count_insert` AFTER INSERT ON `withdraws` BEGIN
  INSERT INTO counters (name, value) VALUES ('withdraws.total', 1) ON CONFLICT (name) DO UPDATE SET value = value + 1;
END;
--> statement-breakpoint
CREATE TRIGGER `withdraws_count_delete` AFTER DELETE ON `withdraws` BEGIN
  INSERT INTO counters (name, value) VALUES ('withdraws.total', -1) ON CONFLICT (name) DO UPDATE SET value = value + -1;
END;
--> statement-breakpoint
CREATE TRIGGER `proxies_count_insert` AFTER INSERT ON `proxies` BEGIN
  INSERT INTO counters (name, value) VALUES ('proxies.total', 1) ON CONFLICT (name) DO UPDATE SET value = value + 1;
END;
--> statement-breakpoint
CREATE TRIGGER `proxies_count_delete` AFTER DELETE ON `proxies` BEGIN
  INSERT INTO counters (name, value) VALUES ('proxies.total', -1) ON CONFLICT (name) DO UPDATE SET value = value + -1;
END;
--> statement-breakpoint
CREATE TRIGGER `bonuses_count_insert` AFTER INSERT ON `bonuses` BEGIN
  INSERT INTO counters (name, value) VALUES ('bonuses.total', 1) ON CONFLICT (name) DO UPDATE SET value = value + 1;
END;
--> statement-breakpoint
CREATE TRIGGER `bonuses_count_delete` AFTER UPDATE OF deleted_at ON `bonuses` WHEN old.deleted_at IS NULL AND new.deleted_at IS NOT NULL BEGIN
  INSERT INTO counters (name, value) VALUES ('bonuses.total', -1) ON CONFLICT (name) DO UPDATE SET value = value + -1;
END;
--> statement-breakpoint
CREATE TRIGGER `users_count_insert` AFTER INSERT ON `users` WHEN new.role = 'member' BEGIN
  INSERT INTO counters (name, value) VALUES ('members.total', 1) ON CONFLICT (name) DO UPDATE SET value = value + 1;
END;
--> statement-breakpoint
CREATE TRIGGER `users_count_delete` AFTER DELETE ON `users` WHEN old.role = 'member' BEGIN
  INSERT INTO counters (name, value) VALUES ('members.total', -1) ON CONFLICT (name) DO UPDATE SET value = value + -1;
END;
--> statement-breakpoint
CREATE TRIGGER `users_count_update` AFTER UPDATE OF role ON `users` WHEN old.role <> new.role BEGIN
  INSERT INTO counters (name, value) VALUES ('members.total', (new.role = 'member') - (old.role = 'member')) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;
