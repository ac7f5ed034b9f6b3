#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| turnwise_fuzz::run("data_urls", data));
