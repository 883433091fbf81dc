-- phase: backfill
-- Whoever joined a programme agreed to its topic, which its source says from this release on.
UPDATE consent_sources
SET topic = (SELECT g.topic FROM programmes g WHERE g.title || ': ' || g.keyword = consent_sources.name)
WHERE name IN (
	SELECT s.name FROM programmes g JOIN consent_sources s ON s.name = g.title || ': ' || g.keyword
	WHERE g.topic <> '' AND s.topic = ''
	LIMIT 2000
);
