CREATE TABLE `measures` (
	`at` integer PRIMARY KEY NOT NULL,
	`counts` text NOT NULL,
	`through` integer
);
