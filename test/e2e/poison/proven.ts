/** All claims about the poison of a real node, besides that its contracts are contracts and who created them. */
export const PROVEN_OF_PLAYED = `
mallory: address_nature:eoa, derived:account_type:eoa
alice: address_nature:eoa, derived:account_type:eoa
proposer-1: role:fee_recipient
proposer-2: role:fee_recipient
poison log 14: asset:erc1155, derived:account_type:token
poison log 16: asset:erc20, derived:account_type:token
proposer-5: role:fee_recipient
clone of what clones itself: derived:account_type:proxy, proxy:eip1167=0x4f0ff7293d5d937b96e6802d6b8e8544a16d6986
erin: address_nature:eoa, address_nature:eoa_delegated_7702=0x9459963d89829d0517a69520a0d6018da4fb2a7f, derived:account_type:delegated_eoa, relation:delegates_to 0x9459963d89829d0517a69520a0d6018da4fb2a7f
deployer: address_nature:eoa, derived:account_type:eoa
proposer-4: role:fee_recipient
proposer-3: role:fee_recipient
bidi token: asset:erc20, derived:account_type:token
nul token: asset:erc20, derived:account_type:token
long token: asset:erc20, derived:account_type:token
markup token: asset:erc20, derived:account_type:token
empty token: asset:erc20, derived:account_type:token
decimals 255 token: asset:erc20, derived:account_type:token
decimals overflow token: asset:erc20, derived:account_type:token
broken text token: asset:erc20, derived:account_type:token
bytes32 token: asset:erc20, derived:account_type:token
speechless token: asset:erc20, derived:account_type:token
fake usdc: asset:erc20, derived:account_type:token, risk:impersonates_asset=USDC
lowercase usdc: asset:erc20, derived:account_type:token, risk:impersonates_asset=USDC
cyrillic usdt: asset:erc20, derived:account_type:token, risk:impersonates_asset=USDT
wide weth: asset:erc20, derived:account_type:token, risk:impersonates_asset=WETH
says USDC: asset:erc20, derived:account_type:token, risk:impersonates_asset=USDC
says USDC and NUL: asset:erc20, derived:account_type:token, risk:impersonates_asset=USDC
says USDC with what has no width: asset:erc20, derived:account_type:token, risk:impersonates_asset=USDC
says USDC backwards and forwards: asset:erc20, derived:account_type:token, risk:impersonates_asset=USDC
says $USDC: asset:erc20, derived:account_type:token, risk:impersonates_asset=USDC
says USDC and dots: asset:erc20, derived:account_type:token, risk:impersonates_asset=USDC
says USDC.eth: asset:erc20, derived:account_type:token, risk:impersonates_asset=USDC
says USDC and a mark of direction: asset:erc20, derived:account_type:token, risk:impersonates_asset=USDC
says USDC and an ending turned around: asset:erc20, derived:account_type:token, risk:impersonates_asset=USDC
says USDC with a line behind it: asset:erc20, derived:account_type:token
says USDC in a word: asset:erc20, derived:account_type:token, risk:impersonates_asset=USDC
says USDC in a word, and bytes after NUL: asset:erc20, derived:account_type:token, risk:impersonates_asset=USDC
says USDC in a word with a broken byte: asset:erc20, derived:account_type:token
says USDC and a lone surrogate: asset:erc20, derived:account_type:token
says USDC in more bytes than it needs: asset:erc20, derived:account_type:token
says USDC without filling up: asset:erc20, derived:account_type:token, risk:impersonates_asset=USDC
says USDC with dirt behind it: asset:erc20, derived:account_type:token, risk:impersonates_asset=USDC
says USDC and more: asset:erc20, derived:account_type:token, risk:impersonates_asset=USDC
says USDC elsewhere: asset:erc20, derived:account_type:token, risk:impersonates_asset=USDC
says that it is endless: asset:erc20, derived:account_type:token
says that it begins at the end: asset:erc20, derived:account_type:token
says USDC a thousand times: asset:erc20, derived:account_type:token
says nothing: asset:erc20, derived:account_type:token
says a megabyte: asset:erc20, derived:account_type:token
reverts with a megabyte: asset:erc20, derived:account_type:token
never comes to an end: asset:erc20, derived:account_type:token
undertaker: role:factory
metamorph: role:factory
short-lived: address_nature:selfdestructed
reborn: relation:deployed_via_factory 0x8d43bc1d4b6f4e18d8fb433367cc0abffa4d4fdf
shape-shifter: address_nature:redeployed, relation:deployed_via_factory 0xe55c2f98eb8cda58cc600557af6aa52fcd06fc5e
`;

/** Names of accounts in the blocks that are made. */
export const NAMED = ['phoenix', 'clone one', 'clone two', 'first', 'second', 'third'];

/** Claims about these accounts. Clones in a circle are proven by their code. Slots in a circle are not seen to be used, and pointers to nothing prove nothing. */
export const PROVEN_OF_MADE = `
key 5: address_nature:eoa_delegated_7702=key 5, derived:account_type:delegated_eoa, relation:delegates_to key 5
clone two: derived:account_type:proxy, proxy:eip1167=clone one
clone one: derived:account_type:proxy, proxy:eip1167=clone two
phoenix: address_nature:redeployed, address_nature:selfdestructed
key 3: address_nature:eoa_delegated_7702=key 2, derived:account_type:delegated_eoa, relation:delegates_to key 2
key 4: address_nature:eoa_delegated_7702=key 4, derived:account_type:delegated_eoa, relation:delegates_to key 4
key 1: address_nature:eoa_delegated_7702=key 1, derived:account_type:delegated_eoa, relation:delegates_to key 1
key 0: address_nature:eoa_delegated_7702=key 0, derived:account_type:delegated_eoa, relation:delegates_to key 0
`;
