-- What dashboards and searches would otherwise count anew with each look (docs/decisions/0031-sums-that-are-kept.md). Drizzle knows none of it:
-- sums that triggers keep in the transaction of what they follow, an index for a search, names by their beginnings.
INSERT INTO counters (name, value) SELECT 'paid.total', sum(nominal) FROM withdraws WHERE status = 'accepted' AND decided_at IS NOT NULL HAVING count(*) > 0;
--> statement-breakpoint
INSERT INTO counters (name, value) SELECT strftime('paid.%Y-%m-%d', decided_at / 1000 + 25200, 'unixepoch'), sum(nominal) FROM withdraws WHERE status = 'accepted' AND decided_at IS NOT NULL GROUP BY 1;
--> statement-breakpoint
CREATE TRIGGER `withdraws_paid_insert` AFTER INSERT ON `withdraws` WHEN new.status = 'accepted' AND new.decided_at IS NOT NULL BEGIN
  INSERT INTO counters (name, value) VALUES ('paid.total', new.nominal), (strftime('paid.%Y-%m-%d', new.decided_at / 1000 + 25200, 'unixepoch'), new.nominal) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER `withdraws_paid_delete` AFTER DELETE ON `withdraws` WHEN old.status = 'accepted' AND old.decided_at IS NOT NULL BEGIN
  INSERT INTO counters (name, value) VALUES ('paid.total', -old.nominal), (strftime('paid.%Y-%m-%d', old.decided_at / 1000 + 25200, 'unixepoch'), -old.nominal) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER `withdraws_paid_before` AFTER UPDATE OF status, nominal, decided_at ON `withdraws` WHEN old.status = 'accepted' AND old.decided_at IS NOT NULL BEGIN
  INSERT INTO counters (name, value) VALUES ('paid.total', -old.nominal), (strftime('paid.%Y-%m-%d', old.decided_at / 1000 + 25200, 'unixepoch'), -old.nominal) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER `withdraws_paid_after` AFTER UPDATE OF status, nominal, decided_at ON `withdraws` WHEN new.status = 'accepted' AND new.decided_at IS NOT NULL BEGIN
  INSERT INTO counters (name, value) VALUES ('paid.total', new.nominal), (strftime('paid.%Y-%m-%d', new.decided_at / 1000 + 25200, 'unixepoch'), new.nominal) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
INSERT INTO counters (name, value) SELECT 'accounts.listed', count(*) FROM whatsapp WHERE removed_at IS NULL AND phonenumber IS NOT NULL HAVING count(*) > 0;
--> statement-breakpoint
INSERT INTO counters (name, value) SELECT 'accounts.connected', count(*) FROM whatsapp WHERE removed_at IS NULL AND phonenumber IS NOT NULL AND state = 'connected' HAVING count(*) > 0;
--> statement-breakpoint
INSERT INTO counters (name, value) SELECT 'members.active', count(DISTINCT w.user_id) FROM whatsapp w JOIN users u ON u.id = w.user_id AND u.role = 'member' WHERE w.removed_at IS NULL AND w.phonenumber IS NOT NULL AND w.state = 'connected' HAVING count(*) > 0;
--> statement-breakpoint
CREATE TRIGGER `whatsapp_count_insert` AFTER INSERT ON `whatsapp` WHEN new.removed_at IS NULL AND new.phonenumber IS NOT NULL BEGIN
  INSERT INTO counters (name, value) VALUES ('accounts.listed', 1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) SELECT 'accounts.connected', 1 WHERE new.state = 'connected' ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) SELECT 'members.active', 1 FROM users u WHERE new.state = 'connected' AND u.id = new.user_id AND u.role = 'member'
    AND NOT EXISTS (SELECT 1 FROM whatsapp w WHERE w.user_id = new.user_id AND w.id <> new.id AND w.removed_at IS NULL AND w.phonenumber IS NOT NULL AND +w.state = 'connected')
    ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER `whatsapp_count_delete` AFTER DELETE ON `whatsapp` WHEN old.removed_at IS NULL AND old.phonenumber IS NOT NULL BEGIN
  INSERT INTO counters (name, value) VALUES ('accounts.listed', -1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) SELECT 'accounts.connected', -1 WHERE old.state = 'connected' ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) SELECT 'members.active', -1 FROM users u WHERE old.state = 'connected' AND u.id = old.user_id AND u.role = 'member'
    AND NOT EXISTS (SELECT 1 FROM whatsapp w WHERE w.user_id = old.user_id AND w.removed_at IS NULL AND w.phonenumber IS NOT NULL AND +w.state = 'connected')
    ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER `whatsapp_listed_update` AFTER UPDATE OF phonenumber, removed_at ON `whatsapp` WHEN (old.removed_at IS NULL AND old.phonenumber IS NOT NULL) <> (new.removed_at IS NULL AND new.phonenumber IS NOT NULL) BEGIN
  INSERT INTO counters (name, value) VALUES ('accounts.listed', (new.removed_at IS NULL AND new.phonenumber IS NOT NULL) - (old.removed_at IS NULL AND old.phonenumber IS NOT NULL)) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER `whatsapp_connected_update` AFTER UPDATE OF state, phonenumber, removed_at ON `whatsapp` WHEN (old.removed_at IS NULL AND old.phonenumber IS NOT NULL AND old.state = 'connected') <> (new.removed_at IS NULL AND new.phonenumber IS NOT NULL AND new.state = 'connected') BEGIN
  INSERT INTO counters (name, value) VALUES ('accounts.connected', 2 * (new.removed_at IS NULL AND new.phonenumber IS NOT NULL AND new.state = 'connected') - 1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) SELECT 'members.active', 2 * (new.removed_at IS NULL AND new.phonenumber IS NOT NULL AND new.state = 'connected') - 1 FROM users u WHERE u.id = new.user_id AND u.role = 'member'
    AND NOT EXISTS (SELECT 1 FROM whatsapp w WHERE w.user_id = new.user_id AND w.id <> new.id AND w.removed_at IS NULL AND w.phonenumber IS NOT NULL AND +w.state = 'connected')
    ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER `users_active_role` AFTER UPDATE OF role ON `users` WHEN (old.role = 'member') <> (new.role = 'member') BEGIN
  INSERT INTO counters (name, value) SELECT 'members.active', (new.role = 'member') - (old.role = 'member')
    WHERE EXISTS (SELECT 1 FROM whatsapp w WHERE w.user_id = new.id AND w.removed_at IS NULL AND w.phonenumber IS NOT NULL AND +w.state = 'connected')
    ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER `users_active_delete` AFTER DELETE ON `users` WHEN old.role = 'member' BEGIN
  INSERT INTO counters (name, value) SELECT 'members.active', -1
    WHERE EXISTS (SELECT 1 FROM whatsapp w WHERE w.user_id = old.id AND w.removed_at IS NULL AND w.phonenumber IS NOT NULL AND +w.state = 'connected')
    ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER `users_active_insert` AFTER INSERT ON `users` WHEN new.role = 'member' BEGIN
  INSERT INTO counters (name, value) SELECT 'members.active', 1
    WHERE EXISTS (SELECT 1 FROM whatsapp w WHERE w.user_id = new.id AND w.removed_at IS NULL AND w.phonenumber IS NOT NULL AND +w.state = 'connected')
    ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
CREATE INDEX `users_role_email` ON `users` (`role`,`email`);
--> statement-breakpoint
DROP TABLE `member_names`;
--> statement-breakpoint
CREATE VIRTUAL TABLE `member_names` USING fts5(firstname, lastname, content='users', content_rowid='rowid', tokenize='unicode61 remove_diacritics 2', detail='none', columnsize=0, prefix='1 2 3 4 5 6 7 8');
--> statement-breakpoint
INSERT INTO member_names (member_names) VALUES ('rebuild');
--> statement-breakpoint
DROP TABLE `phone_names`;
--> statement-breakpoint
CREATE VIRTUAL TABLE `phone_names` USING fts5(name, content='phone_numbers', content_rowid='id', tokenize='unicode61 remove_diacritics 2', detail='none', columnsize=0, prefix='1 2 3 4 5 6 7 8');
--> statement-breakpoint
INSERT INTO phone_names (phone_names) VALUES ('rebuild');
--> statement-breakpoint
DROP TABLE `account_names`;
--> statement-breakpoint
CREATE VIRTUAL TABLE `account_names` USING fts5(pushname, content='whatsapp', content_rowid='rowid', tokenize='unicode61 remove_diacritics 2', detail='none', columnsize=0, prefix='1 2 3 4 5 6 7 8');
--> statement-breakpoint
INSERT INTO account_names (account_names) VALUES ('rebuild');
