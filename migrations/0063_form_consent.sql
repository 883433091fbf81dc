ALTER TABLE `programme_opt_ins` ADD `form` text;--> statement-breakpoint
ALTER TABLE `programme_opt_ins` ADD `form_at` integer;--> statement-breakpoint
ALTER TABLE `programme_opt_ins` ADD `form_lang` text;--> statement-breakpoint
CREATE INDEX `programme_opt_ins_form` ON `programme_opt_ins` (`form`) WHERE form is not null;