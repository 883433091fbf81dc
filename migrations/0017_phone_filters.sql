CREATE INDEX `phone_numbers_nonactive` ON `phone_numbers` (`created_at`,`id`) WHERE status = 'nonactive';--> statement-breakpoint
CREATE INDEX `phone_numbers_source` ON `phone_numbers` (`consent_source`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `phone_numbers_stopped` ON `phone_numbers` (`created_at`,`id`) WHERE suppressed = 1;