-- phase: backfill
-- The days of before the trigger of 0058, and those of both: what the ledger has of a day is its sum, whoever counted it before.
INSERT INTO counters (name, value)
SELECT iif(kind IN ('bonus', 'bonus_reversal'), 'bonus.', 'withheld.') || strftime('%Y-%m-%d', at / 1000 + 25200, 'unixepoch') AS day,
	sum(iif(kind IN ('bonus', 'bonus_reversal'), amount_sen, -amount_sen)) AS sen
FROM ledger
WHERE kind in ('bonus', 'bonus_reversal', 'withdraw_hold', 'withdraw_release')
GROUP BY day
HAVING sen IS NOT (SELECT value FROM counters WHERE name = day)
LIMIT 5000
ON CONFLICT (name) DO UPDATE SET value = excluded.value;
