CREATE TABLE `campaign_hours` (
	`campaign_id` integer NOT NULL,
	`hour` integer NOT NULL,
	`template_id` text NOT NULL,
	`success` integer NOT NULL,
	`fail` integer NOT NULL,
	`unknown` integer NOT NULL,
	PRIMARY KEY(`campaign_id`, `hour`, `template_id`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `campaign_people` (
	`campaign_id` integer NOT NULL,
	`number_id` integer NOT NULL,
	`state` integer NOT NULL,
	`at` integer NOT NULL,
	`variant` integer,
	PRIMARY KEY(`campaign_id`, `number_id`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `campaign_people_due` ON `campaign_people` (`campaign_id`,`at`) WHERE state = 0;--> statement-breakpoint
CREATE TABLE `campaign_templates` (
	`campaign_id` integer NOT NULL,
	`template_id` text NOT NULL,
	`variant` integer NOT NULL,
	`weight` integer NOT NULL,
	PRIMARY KEY(`campaign_id`, `template_id`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `campaigns` (
	`id` integer PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`state` text NOT NULL,
	`why` text,
	`segment_id` text NOT NULL,
	`segment_name` text,
	`rule` text,
	`start_at` integer,
	`end_at` integer,
	`days` integer NOT NULL,
	`from_min` integer NOT NULL,
	`until_min` integer NOT NULL,
	`budget` integer,
	`price_sen` integer,
	`priority` integer NOT NULL,
	`pass` integer DEFAULT 0 NOT NULL,
	`launched_to` integer DEFAULT 0 NOT NULL,
	`through_id` integer DEFAULT 0 NOT NULL,
	`people` integer DEFAULT 0 NOT NULL,
	`claimed` integer DEFAULT 0 NOT NULL,
	`settled` integer DEFAULT 0 NOT NULL,
	`dropped` integer DEFAULT 0 NOT NULL,
	`gone` integer DEFAULT 0 NOT NULL,
	`success` integer DEFAULT 0 NOT NULL,
	`fail` integer DEFAULT 0 NOT NULL,
	`unknown` integer DEFAULT 0 NOT NULL,
	`cost_sen` integer DEFAULT 0 NOT NULL,
	`created_by` text NOT NULL,
	`created_at` integer NOT NULL,
	`launched_at` integer,
	`ended_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `campaigns_name` ON `campaigns` (`name`);--> statement-breakpoint
CREATE INDEX `campaigns_created` ON `campaigns` (`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `campaigns_open` ON `campaigns` (`state`) WHERE state in ('launching', 'running', 'paused');--> statement-breakpoint
ALTER TABLE `phone_numbers` ADD `in_use_campaign` integer;--> statement-breakpoint
ALTER TABLE `templates` ADD `only_campaigns` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
-- A person of a campaign is in one place at every moment: waiting, held by an account, or done. Whatever statement claims or releases their row
-- moves them with it (rule campaign-claim). Only who is still held goes back: the settlement of a message wrote its outcome before.
CREATE TRIGGER `campaign_claimed` AFTER UPDATE OF `in_use` ON `phone_numbers`
WHEN new.in_use = 1 AND old.in_use = 0 AND new.in_use_campaign IS NOT NULL BEGIN
	UPDATE campaign_people SET state = 1 WHERE campaign_id = new.in_use_campaign AND number_id = new.id AND state = 0;
END;
--> statement-breakpoint
CREATE TRIGGER `campaign_released` AFTER UPDATE OF `in_use` ON `phone_numbers`
WHEN new.in_use = 0 AND old.in_use = 1 AND old.in_use_campaign IS NOT NULL BEGIN
	UPDATE campaign_people SET state = 0 WHERE campaign_id = old.in_use_campaign AND number_id = old.id AND state = 1;
	UPDATE campaigns SET claimed = claimed - 1 WHERE id = old.in_use_campaign AND changes() = 1;
END;
--> statement-breakpoint
-- Whoever's row goes, or is given to somebody else, is in no campaign any more: who is added again is a new row, which no campaign has.
CREATE TRIGGER `campaign_people_gone` AFTER DELETE ON `phone_numbers` BEGIN
	UPDATE campaigns
	SET gone = gone + 1,
		claimed = claimed - (SELECT count(*) FROM campaign_people q WHERE q.campaign_id = campaigns.id AND q.number_id = old.id AND q.state = 1)
	WHERE EXISTS (SELECT 1 FROM campaign_people q WHERE q.campaign_id = campaigns.id AND q.number_id = old.id AND q.state IN (0, 1));
	DELETE FROM campaign_people WHERE campaign_id IN (SELECT id FROM campaigns) AND number_id = old.id;
END;
--> statement-breakpoint
CREATE TRIGGER `campaign_people_other` AFTER UPDATE OF `number` ON `phone_numbers` WHEN new.number <> old.number BEGIN
	UPDATE campaigns
	SET gone = gone + 1,
		claimed = claimed - (SELECT count(*) FROM campaign_people q WHERE q.campaign_id = campaigns.id AND q.number_id = old.id AND q.state = 1)
	WHERE EXISTS (SELECT 1 FROM campaign_people q WHERE q.campaign_id = campaigns.id AND q.number_id = old.id AND q.state IN (0, 1));
	DELETE FROM campaign_people WHERE campaign_id IN (SELECT id FROM campaigns) AND number_id = old.id;
END;
