//! Rules about records that a trainer reads: what it rejects, omits or misreads. The
//! pass that reports them is `format/trainers/`, one table for each trainer.

/// The rules about records that a trainer reads.
pub(super) static TRAINING: &[&super::Rule] = &[&RECORD, &ROLE, &ORDER, &LAST, &CONTENT, &MEDIA_COUNT, &MASK, &TOOLS];

rule! {
    RECORD "TW232" "trainer-record" Error
    "a trainer cannot read records of this shape"
    "convert the records to a format that the trainer reads, as the message says"
}

rule! {
    ROLE "TW233" "trainer-role" Error
    "the trainer, or the chat template it uses, does not support the role of a message"
    "use one of the roles that the message names"
}

rule! {
    ORDER "TW234" "trainer-order" Error
    "user and assistant messages do not alternate, as the trainer requires"
    "merge consecutive messages of the same side, or remove one; only the trainer requires this"
}

rule! {
    LAST "TW235" "trainer-last-message" Warning
    "the last message is not one that the model learns to write"
    "end the record with an assistant message"
}

rule! {
    CONTENT "TW236" "trainer-content" Error
    "the trainer does not accept the content of a message in this form"
    "write the content as one string"
}

rule! {
    MEDIA_COUNT "TW237" "trainer-media-count" Error
    "the number of placeholders and the number of files differ"
    "write one placeholder for each file, in the same order"
}

rule! {
    MASK "TW238" "trainer-mask" Warning
    "a message is excluded from training by a field that the trainer does not read"
    "remove the record or the field, or name the field in the trainer's settings where the message says so"
}

rule! {
    TOOLS "TW239" "trainer-tools" Error
    "the trainer does not accept tools or arguments in this form"
    "write them as the message says"
}

rule! {
    FEW_EXAMPLES "TW240" "few-examples" Warning
    "a training file has fewer examples than the service accepts"
    "add examples, or check the whole data set instead of a part of it"
}
