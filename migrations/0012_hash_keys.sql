CREATE TABLE `hash_keys` (
	`proof` text PRIMARY KEY NOT NULL,
	`kid` text NOT NULL,
	`created_at` integer NOT NULL
);
