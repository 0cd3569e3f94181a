-- Processes with jobs listen, instead of asking every second (docs/decisions/025-idle.md).
create function notify_listing_news() returns trigger language plpgsql as $$
begin
  notify listing_news;
  return null;
end
$$;

create trigger listing_news_notify after insert on listing_news
  for each statement execute function notify_listing_news();
