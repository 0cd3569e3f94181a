-- A deleted account has one name, in conversations and deals the same as in reviews.
update users set full_name = 'Former member'
where full_name = 'Deleted user' and email = 'deleted-' || id || '@deleted.invalid';
