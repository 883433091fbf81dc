CREATE TABLE `withdrawn_claims` (
	`number_id` integer NOT NULL,
	`number` text NOT NULL,
	`account_id` text NOT NULL,
	PRIMARY KEY(`number`, `account_id`)
);
