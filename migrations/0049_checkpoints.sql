CREATE TABLE `record_checkpoints` (
	`day` text PRIMARY KEY NOT NULL,
	`size` integer NOT NULL,
	`note` text NOT NULL,
	`signed_at` integer NOT NULL,
	`mailed_to` text DEFAULT '[]' NOT NULL,
	`mailed_at` integer
);
