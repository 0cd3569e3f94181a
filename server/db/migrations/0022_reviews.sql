-- What a review rests on, its answer, reviews that others do not see yet, and reviews for moderators; see docs/trust.md, "Reviews".

alter table reviews
  -- What the two had done together when it was written: its author bought or sold, or they talked about a listing.
  add column proof text check (proof in ('BOUGHT', 'SOLD', 'TALKED')),
  -- Of the reviewed user, in public.
  add column answer text check (char_length(answer) <= 1000),
  add column answered_at timestamptz,
  add constraint reviews_answered_check check ((answer is null) = (answered_at is null));

-- Reviews from before: there were no deals yet.
update reviews r set proof = 'TALKED'
where exists (
  select from threads t
  where (t.seller_id, t.buyer_id) in ((r.user_id, r.reviewer_id), (r.reviewer_id, r.user_id))
    and exists (select from messages m where m.thread_id = t.id and m.sender_id = t.seller_id and m.created_at < r.created_at)
    and exists (select from messages m where m.thread_id = t.id and m.sender_id = t.buyer_id and m.created_at < r.created_at));

-- Reviews that only their author sees: until the other party to a deal wrote theirs or `appears_at`, or until a moderator decides. Then
-- they become rows of `reviews` with the same id, so whatever counts reviews counts those that are shown.
create table waiting_reviews (
  user_id integer not null references users on delete cascade,      -- who is reviewed
  reviewer_id integer not null references users on delete cascade,
  id integer not null unique,
  stars smallint not null check (stars between 1 and 5),
  comment text,
  proof text check (proof in ('BOUGHT', 'SOLD', 'TALKED')),
  created_at timestamptz not null default now(),
  appears_at timestamptz,
  hold_id integer references holds on delete cascade,
  primary key (user_id, reviewer_id),
  check (user_id <> reviewer_id),
  check (num_nonnulls(appears_at, hold_id) = 1)
);
create index waiting_reviews_reviewer_id_idx on waiting_reviews (reviewer_id);
create index waiting_reviews_hold_id_idx on waiting_reviews (hold_id);
create index waiting_reviews_appears_at_idx on waiting_reviews (appears_at);

-- When both parties to a completed deal were asked for a review by mail.
alter table deals add column reviews_asked_at timestamptz;
create index deals_reviews_unasked_idx on deals (ended_at) where status = 'COMPLETED' and reviews_asked_at is null;

-- REVIEW: reviews that a moderator looks at, `owner_id` being the user whom they are about, or who wrote what was reported.
alter table holds
  alter column listing_id drop not null,
  drop constraint holds_kind_check,
  drop constraint holds_rule_check,
  add constraint holds_kind_check check (kind in ('LISTING', 'MESSAGE', 'SENDER', 'PHOTO', 'REVIEW')),
  add constraint holds_rule_check check (
    rule in ('COPIES', 'TEXT_OF_ANOTHER', 'PHOTO_OF_ANOTHER', 'SAME_MESSAGE', 'WARNED_SENDER', 'SENDER_WAITS',
      'REVIEW_BURST', 'REVIEW_RING', 'REVIEW_REPORTED', 'ANSWER_REPORTED')),
  add constraint holds_listing_check check (kind = 'REVIEW' or listing_id is not null);
create unique index holds_open_reviews_key on holds (owner_id, rule)
  where rule in ('REVIEW_BURST', 'REVIEW_RING') and decision is null;

-- The reviews that an item of kind REVIEW is about, shown or waiting.
create table suspect_reviews (
  hold_id integer not null references holds on delete cascade,
  user_id integer not null references users on delete cascade,
  reviewer_id integer not null references users on delete cascade,
  -- Who reported it or its answer, and why.
  reporter_id integer references users on delete cascade,
  reason text,
  primary key (hold_id, user_id, reviewer_id),
  check ((reporter_id is null) = (reason is null))
);
create index suspect_reviews_pair_idx on suspect_reviews (user_id, reviewer_id);
create index suspect_reviews_reviewer_id_idx on suspect_reviews (reviewer_id);
create index suspect_reviews_reporter_id_idx on suspect_reviews (reporter_id);
