-- phase: backfill
-- The images that are there prove what they proved. Who uploaded one is in the record; where that is too old, whoever accepted it counts.
INSERT INTO withdraw_proofs (withdraw_id, n, kind, key, by, at)
SELECT w.id, (SELECT coalesce(max(p.n), 0) + 1 FROM withdraw_proofs p WHERE p.withdraw_id = w.id), 'payment', w.proof_key,
	coalesce((SELECT e.actor_id FROM audit_log e WHERE e.target = w.id AND e.action = 'payout.proof' ORDER BY e.id DESC LIMIT 1), w.decided_by, ''),
	coalesce((SELECT e.at FROM audit_log e WHERE e.target = w.id AND e.action = 'payout.proof' ORDER BY e.id DESC LIMIT 1), w.decided_at, w.created_at)
FROM withdraws w
WHERE w.proof_key IS NOT NULL AND NOT EXISTS (SELECT 1 FROM withdraw_proofs p WHERE p.withdraw_id = w.id AND p.key = w.proof_key)
LIMIT 2000;
--> statement-breakpoint
-- Whoever accepted a request before was told to transfer then. A step of the version after says how far the money is.
UPDATE withdraws SET payment = 'ordered' WHERE id IN (
	SELECT w.id FROM withdraws w LEFT JOIN withdraw_steps s ON s.withdraw_id = w.id AND s.step = w.step
	WHERE w.status = 'accepted' AND w.payment IS NULL AND s.payment IS NULL
	LIMIT 2000
);
--> statement-breakpoint
-- Paid: an image proves it, or the bank's result accepted it, in the same moment as the request.
UPDATE withdraws SET payment = 'paid' WHERE id IN (
	SELECT w.id FROM withdraws w
	WHERE w.payment = 'ordered' AND (w.proof_key IS NOT NULL OR EXISTS (
		SELECT 1 FROM payout_lines l WHERE l.withdraw_id = w.id AND l.status = 'accepted' AND l.decided_at = w.decided_at
	))
	LIMIT 2000
);
--> statement-breakpoint
UPDATE withdraw_steps SET payment = 'ordered' WHERE rowid IN (
	SELECT s.rowid FROM withdraw_steps s JOIN withdraws w ON w.id = s.withdraw_id
	WHERE s.to_status = 'accepted' AND s.payment IS NULL AND (s.step < w.step OR w.payment IS NOT NULL)
	LIMIT 2000
);
--> statement-breakpoint
-- A batch in the middle: the bank may have what was downloaded, and has what it answered a part of.
UPDATE payout_batches SET fetched_at = coalesce(
	(SELECT min(e.at) FROM audit_log e WHERE e.target = payout_batches.id AND e.action = 'payout.download'), created_at)
WHERE id IN (
	SELECT b.id FROM payout_batches b
	WHERE b.status = 'frozen' AND b.fetched_at IS NULL AND (b.accepted + b.returned > 0
		OR EXISTS (SELECT 1 FROM audit_log e WHERE e.target = b.id AND e.action = 'payout.download'))
	LIMIT 2000
);
--> statement-breakpoint
INSERT INTO withdraw_steps (withdraw_id, step, from_status, to_status, by, at, payment, reference)
SELECT w.id, w.step + 1, 'requested', 'accepted', b.created_by, b.fetched_at, 'ordered', l.reference
FROM payout_batches b
JOIN payout_lines l ON l.batch_id = b.id AND l.status = 'waiting'
JOIN withdraws w ON w.id = l.withdraw_id AND w.payout_id = b.id AND w.status = 'requested'
WHERE b.status = 'frozen' AND b.fetched_at IS NOT NULL
	AND NOT EXISTS (SELECT 1 FROM withdraw_steps s WHERE s.withdraw_id = w.id AND s.step = w.step + 1)
LIMIT 2000;
--> statement-breakpoint
UPDATE withdraws SET status = 'accepted', payment = 'ordered', step = withdraws.step + 1, decided_at = s.at, decided_by = s.by
FROM withdraw_steps s
WHERE s.withdraw_id = withdraws.id AND s.step = withdraws.step + 1 AND s.payment = 'ordered' AND withdraws.status = 'requested';
