-- Where the people of a campaign stand (0064), also while two releases share the traffic: a release of before settles a message without a word of
-- its campaign, so whoever was written to is not released to wait, and leaves the name of the campaign behind, which goes with the release.
DROP TRIGGER `campaign_released`;
--> statement-breakpoint
CREATE TRIGGER `campaign_released` AFTER UPDATE OF `in_use` ON `phone_numbers`
WHEN new.in_use = 0 AND old.in_use = 1 AND old.in_use_campaign IS NOT NULL BEGIN
	UPDATE campaign_people
	SET state = iif(new.last_attempt_at > old.last_attempt_at, 4, 0), at = iif(new.last_attempt_at > old.last_attempt_at, new.last_attempt_at, at)
	WHERE campaign_id = old.in_use_campaign AND number_id = old.id AND state = 1;
	UPDATE campaigns
	SET claimed = claimed - (new.last_attempt_at <= old.last_attempt_at), settled = settled + (new.last_attempt_at > old.last_attempt_at)
	WHERE id = old.in_use_campaign AND changes() = 1;
	UPDATE phone_numbers SET in_use_campaign = NULL WHERE id = old.id AND new.in_use_campaign IS NOT NULL;
END;
--> statement-breakpoint
-- Who is held may have been written to already: their message counts against the budget, also when their row goes before it is settled. Campaigns
-- that ended long ago have no people any more, and are not looked at.
DROP TRIGGER `campaign_people_gone`;
--> statement-breakpoint
CREATE TRIGGER `campaign_people_gone` AFTER DELETE ON `phone_numbers` BEGIN
	UPDATE campaigns
	SET gone = gone + (SELECT count(*) FROM campaign_people q WHERE q.campaign_id = campaigns.id AND q.number_id = old.id AND q.state = 0),
		settled = settled + (SELECT count(*) FROM campaign_people q WHERE q.campaign_id = campaigns.id AND q.number_id = old.id AND q.state = 1)
	WHERE (ended_at IS NULL OR ended_at > (unixepoch() - 2764800) * 1000)
		AND EXISTS (SELECT 1 FROM campaign_people q WHERE q.campaign_id = campaigns.id AND q.number_id = old.id AND q.state IN (0, 1));
	DELETE FROM campaign_people
	WHERE campaign_id IN (SELECT id FROM campaigns WHERE ended_at IS NULL OR ended_at > (unixepoch() - 2764800) * 1000) AND number_id = old.id;
END;
--> statement-breakpoint
DROP TRIGGER `campaign_people_other`;
--> statement-breakpoint
CREATE TRIGGER `campaign_people_other` AFTER UPDATE OF `number` ON `phone_numbers` WHEN new.number <> old.number BEGIN
	UPDATE campaigns
	SET gone = gone + (SELECT count(*) FROM campaign_people q WHERE q.campaign_id = campaigns.id AND q.number_id = old.id AND q.state = 0),
		settled = settled + (SELECT count(*) FROM campaign_people q WHERE q.campaign_id = campaigns.id AND q.number_id = old.id AND q.state = 1)
	WHERE (ended_at IS NULL OR ended_at > (unixepoch() - 2764800) * 1000)
		AND EXISTS (SELECT 1 FROM campaign_people q WHERE q.campaign_id = campaigns.id AND q.number_id = old.id AND q.state IN (0, 1));
	DELETE FROM campaign_people
	WHERE campaign_id IN (SELECT id FROM campaigns WHERE ended_at IS NULL OR ended_at > (unixepoch() - 2764800) * 1000) AND number_id = old.id;
END;
