-- Inside the transaction, NOTIFY made the commits of all listings wait for each other. The server now notifies after the commit.
drop trigger listing_news_notify on listing_news;
drop function notify_listing_news();
