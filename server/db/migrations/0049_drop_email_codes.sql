-- Since 0012 registrations, resets and phone numbers have their codes in tables of their own. The version before this one still deletes
-- old codes, so that it runs beside this one and after a rollback: the view has none. A later migration drops it.
drop table email_codes;
create view email_codes as select id as user_id, created_at as expires_at from users where false;
