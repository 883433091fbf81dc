-- Who is erased, by whichever version, leaves the hash alone: what the deletion of their row has just kept goes to the history without the number.
CREATE TRIGGER `erasures_consents_left` AFTER INSERT ON `erasures` WHEN new.number IS NOT NULL BEGIN
	INSERT INTO consent_history (id, hash, number, event, source, "by", at, import_no)
	SELECT l.id, new.hash, NULL, 'granted', l.source, l."by", l.at, l.import_no
	FROM consents_left l
	WHERE l.number = new.number AND NOT EXISTS (SELECT 1 FROM consent_history WHERE id = l.id);
	DELETE FROM consents_left WHERE number = new.number;
END;
