-- 0049 left it for the version before, which deleted old codes.
drop view email_codes;
