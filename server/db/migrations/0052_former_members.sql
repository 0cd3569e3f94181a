-- Conversations and deals name whoever deleted their account as reviews do.
update users set full_name = 'Former member'
where full_name = 'Deleted user' and email = 'deleted-' || id || '@deleted.invalid';
