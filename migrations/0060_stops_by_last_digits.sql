-- How people name a number whose beginning they do not know: by its last digits, four at the least. Drizzle does not know this index.
CREATE INDEX `suppressions_tail` ON `suppressions` (substr(number, -4)) WHERE number IS NOT NULL;
