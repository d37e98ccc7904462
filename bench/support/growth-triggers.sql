-- The bench writes derived rows itself and must not cause notifications.
alter table cms.auctions :state trigger user;
alter table cms.auctions_locales :state trigger user;
alter table cms.agreements :state trigger user;
alter table portal.agreements_made :state trigger user;
alter table portal.announcements :state trigger user;
alter table portal.application_decisions :state trigger user;
alter table portal.applications :state trigger user;
alter table portal.auction_heads :state trigger user;
alter table portal.auction_log :state trigger user;
alter table portal.auction_results :state trigger user;
alter table portal.bid_requests :state trigger user;
alter table portal.bids :state trigger user;
alter table portal.outbox :state trigger user;
alter table portal.selection_decisions :state trigger user;
