-- phase: contract
DROP TABLE mirrors.reachability;
