-- Orders of lists, each with its index. A person's income becomes a column, as the sum of the daily figures; requests
-- for money are counted by status, by triggers.
DROP INDEX `whatsapp_user`;--> statement-breakpoint
DROP INDEX `whatsapp_list`;--> statement-breakpoint
CREATE INDEX `whatsapp_list_success` ON `whatsapp` (`count_success`,`id`,`state`,`status`) WHERE removed_at is null and phonenumber is not null;--> statement-breakpoint
CREATE INDEX `whatsapp_list_income` ON `whatsapp` (`income_sen`,`id`,`state`,`status`) WHERE removed_at is null and phonenumber is not null;--> statement-breakpoint
CREATE INDEX `whatsapp_user_success` ON `whatsapp` (`user_id`,`count_success`,`id`,`state`,`status`) WHERE removed_at is null and phonenumber is not null;--> statement-breakpoint
CREATE INDEX `whatsapp_user_income` ON `whatsapp` (`user_id`,`income_sen`,`id`,`state`,`status`) WHERE removed_at is null and phonenumber is not null;--> statement-breakpoint
CREATE INDEX `whatsapp_user` ON `whatsapp` (`user_id`,`created_at`,`id`,`state`,`status`) WHERE removed_at is null and phonenumber is not null;--> statement-breakpoint
CREATE INDEX `whatsapp_list` ON `whatsapp` (`created_at`,`id`,`state`,`status`) WHERE removed_at is null and phonenumber is not null;--> statement-breakpoint
ALTER TABLE `users` ADD `income_sen` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
UPDATE `users` SET income_sen = (SELECT sum(d.income_sen) FROM daily_stats d WHERE d.user_id = users.id) WHERE EXISTS (SELECT 1 FROM daily_stats d WHERE d.user_id = users.id);--> statement-breakpoint
CREATE INDEX `users_referrer_given` ON `users` (`referrer_id`,`referral_given_sen`,`id`) WHERE referrer_id is not null;--> statement-breakpoint
CREATE INDEX `users_referred_given` ON `users` (`referral_given_sen`,`id`) WHERE referrer_id is not null;--> statement-breakpoint
CREATE INDEX `users_name` ON `users` (`role`,firstname collate nocase,lastname collate nocase,`id`);--> statement-breakpoint
CREATE INDEX `users_income` ON `users` (`role`,`income_sen`,`id`);--> statement-breakpoint
CREATE INDEX `bonuses_user_nominal` ON `bonuses` (`user_id`,`nominal`,`id`) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX `bonuses_nominal` ON `bonuses` (`nominal`,`id`) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX `withdraws_user_nominal` ON `withdraws` (`user_id`,`nominal`,`id`);--> statement-breakpoint
CREATE INDEX `withdraws_nominal` ON `withdraws` (`nominal`,`id`);--> statement-breakpoint
CREATE INDEX `withdraws_status_created` ON `withdraws` (`status`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `withdraws_status_nominal` ON `withdraws` (`status`,`nominal`,`id`);--> statement-breakpoint
INSERT INTO counters (name, value) SELECT 'withdraws.' || status, count(*) FROM withdraws GROUP BY status;--> statement-breakpoint
CREATE TRIGGER `withdraws_status_insert` AFTER INSERT ON `withdraws` BEGIN
  INSERT INTO counters (name, value) VALUES ('withdraws.' || new.status, 1) ON CONFLICT (name) DO UPDATE SET value = value + 1;
END;
--> statement-breakpoint
CREATE TRIGGER `withdraws_status_delete` AFTER DELETE ON `withdraws` BEGIN
  INSERT INTO counters (name, value) VALUES ('withdraws.' || old.status, -1) ON CONFLICT (name) DO UPDATE SET value = value + -1;
END;
--> statement-breakpoint
CREATE TRIGGER `withdraws_status_update` AFTER UPDATE OF status ON `withdraws` WHEN old.status <> new.status BEGIN
  INSERT INTO counters (name, value) VALUES ('withdraws.' || old.status, -1) ON CONFLICT (name) DO UPDATE SET value = value + -1;
  INSERT INTO counters (name, value) VALUES ('withdraws.' || new.status, 1) ON CONFLICT (name) DO UPDATE SET value = value + 1;
END;
