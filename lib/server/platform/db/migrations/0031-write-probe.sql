-- Where a server tries, in a transaction that it undoes, whether new data can be written: a full disk refuses here what it would refuse of a bid.
create table portal.write_probe (bytes text not null);
alter table portal.write_probe alter bytes set storage plain;

-- The auctions whose end an outage has moved; null for outages recorded before.
alter table portal.outages add column auctions integer[];
