CREATE INDEX `ledger_moves` ON `ledger` (`at`,`user_id`,`kind`,`amount_sen`) WHERE kind in ('bonus', 'bonus_reversal', 'withdraw_hold', 'withdraw_release');
--> statement-breakpoint
-- What a day's messages earned stands in daily_stats. The rest of the ledger, by Jakarta's day of the entry, in sen, is kept by a trigger in
-- the transaction of the entry (rule money-periods). Entries are never changed, so there is one trigger.
CREATE TRIGGER `ledger_moved` AFTER INSERT ON `ledger` WHEN new.kind IN ('bonus', 'bonus_reversal', 'withdraw_hold', 'withdraw_release') BEGIN
  INSERT INTO counters (name, value)
  VALUES (
    iif(new.kind IN ('bonus', 'bonus_reversal'), 'bonus.', 'withheld.') || strftime('%Y-%m-%d', new.at / 1000 + 25200, 'unixepoch'),
    iif(new.kind IN ('bonus', 'bonus_reversal'), new.amount_sen, -new.amount_sen)
  )
  ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;
